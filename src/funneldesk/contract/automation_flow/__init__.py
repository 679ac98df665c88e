"""The rules by which automations run, shared by whoever runs them and whoever tries them."""
