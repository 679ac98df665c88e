// Builds the web bundles into resources/web; with --check it compares them with what is there.
import { readFile, readdir, writeFile, mkdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { worldOf } from "./world.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "..", "resources", "web");
const views = ["charts", "editor", "stage"];
const atlas = join(here, "node_modules", "world-atlas", "countries-50m.json");

async function bundled(view) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [`src/${view}/main.js`],
    bundle: true,
    format: "iife",
    target: "chrome130",
    charset: "ascii",
    minify: true,
    legalComments: "none",
    write: false,
    logLevel: "warning",
  });
  return result.outputFiles[0].contents;
}

// The licences of all that is bundled travel with it, in the order of their names.
async function licences() {
  const lock = JSON.parse(await readFile(join(here, "package-lock.json"), "utf8"));
  const parts = [];
  for (const path of Object.keys(lock.packages).sort()) {
    const entry = lock.packages[path];
    if (!path || entry.dev || entry.optional) continue;
    const names = (await readdir(join(here, path))).filter((name) => /^(licen[cs]e|notice)(\.\w+)?$/i.test(name)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(here, path, name), "utf8")));
    const text = texts.map((each) => each.trim()).join("\n\n");
    parts.push(`${path.replace("node_modules/", "")} ${entry.version} (${entry.license})\n\n${text}\n`);
  }
  return Buffer.from(parts.join("\n----\n\n"));
}

async function outputs() {
  const files = new Map([["LICENSES.txt", await licences()]]);
  files.set("world.json", worldOf(JSON.parse(await readFile(atlas, "utf8"))));
  for (const view of views) {
    files.set(`${view}.js`, Buffer.from(await bundled(view)));
    for (const kind of ["html", "css"]) {
      files.set(`${view}.${kind}`, await readFile(join(here, "src", view, `${view}.${kind}`)));
    }
  }
  return files;
}

const files = await outputs();
if (process.argv.includes("--check")) {
  const stale = [];
  for (const [name, contents] of files) {
    const present = await readFile(join(target, name)).catch(() => null);
    if (!present || !contents.equals(present)) stale.push(name);
  }
  if (stale.length) {
    console.error(`Not as built from packaging/web: ${stale.join(", ")}. Run "npm run build" there.`);
    process.exit(1);
  }
  console.log(`The web bundles are as built: ${[...files.keys()].join(", ")}.`);
} else {
  await mkdir(target, { recursive: true });
  for (const [name, contents] of files) await writeFile(join(target, name), contents);
  console.log(`Written to ${relative(process.cwd(), target)}: ${[...files.keys()].join(", ")}.`);
}
