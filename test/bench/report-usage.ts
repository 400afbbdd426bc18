/** Loaded into a server before its own code: reports its CPU and memory usage to its parent on request. */
process.on("message", () =>
  process.send!({ ...process.cpuUsage(), rss: process.memoryUsage.rss() }),
);
// The channel must not keep the server alive.
process.channel?.unref();
