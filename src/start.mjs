// The way in for `npm start`: plain JavaScript that any Node can read, so that the wrong one gets a
// sentence instead of a syntax error. npm puts the project's own Node 24 first on the path.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 10)) {
  process.stderr.write(
    `Propdesk runs on Node 24 (this is ${process.versions.node}), which npm installs with it. Run "npm ci" without --ignore-scripts, then "npm start".\n`,
  );
  process.exit(1);
}
// Until main.ts listens to the signals itself, there is nothing to undo.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
if (!process.argv.includes("--no-client") && !process.argv.includes("--worker")) {
  const { ensureClient } = await import("./http/build-client.ts");
  await ensureClient();
}
await import("./main.ts");
