/** Loaded into a server before its own code: tells its parent, when asked, what CPU it has used. */
process.on("message", () => process.send!(process.cpuUsage()));
// Whoever asks is not what keeps the server alive.
process.channel?.unref();
