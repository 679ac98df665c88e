"""In the worker process: foreign images, drawings and fonts become small images."""
