const WIDTH = 30;

/** Returns a function that prints the progress: redrawn on a terminal, otherwise once per table. */
export function progressBar(name: string, total: number): (done: number) => void {
  const startedAt = Date.now();
  let drawn = -1;
  return (done) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    const isDrawn = process.stderr.isTTY ? percent !== drawn : percent === 100 && drawn !== 100;
    if (!isDrawn) return;
    drawn = percent;
    const filled = Math.round((percent / 100) * WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    const line = `${name.padEnd(18)} ${bar} ${String(percent).padStart(3)} %  ${done.toLocaleString("en-US")} rows, ${seconds} s`;
    process.stderr.write(`${process.stderr.isTTY ? "\r" : ""}${line}`);
    if (percent === 100 || !process.stderr.isTTY) process.stderr.write("\n");
  };
}
