import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

const options = {
  cookie: { type: "string", short: "b" },
  "cookie-jar": { type: "string", short: "c" },
  header: { type: "string", short: "H", multiple: true },
  data: { type: "string", short: "d" },
  form: { type: "string", short: "F", multiple: true },
  request: { type: "string", short: "X" },
  output: { type: "string", short: "o" },
} as const;

/** Splits a command like a shell, but supports only the quotes and variables that the examples use. */
function splitWords(command: string, variables: Record<string, string>): string[] {
  const words: string[] = [];
  for (const word of command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)) {
    const parts = word[0].matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g);
    const read = Array.from(
      parts,
      ([, raw, quoted, bare]) =>
        raw ??
        (quoted ?? bare ?? "").replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? ""),
    );
    words.push(read.join(""));
  }
  return words;
}

/**
 * Sends the request of a documented curl command, so that the tests do not require curl.
 * @param folder contains the files that the command uploads
 */
export async function runCurl(
  command: string,
  folder: string,
  variables: Record<string, string>,
): Promise<Response> {
  const [program, ...args] = splitWords(command, variables);
  if (program !== "curl") throw new Error(`Not a curl command: ${command}`);
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const headers = new Headers(
    values.header?.map((line) => line.split(/:\s*/, 2) as [string, string]),
  );
  if (values.cookie) headers.set("cookie", await readFile(join(folder, values.cookie), "utf8"));
  const body = values.form ? await readForm(values.form, folder) : values.data;
  const response = await fetch(positionals[0]!, {
    method: values.request ?? (body === undefined ? "GET" : "POST"),
    headers,
    body,
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (values["cookie-jar"]) await writeFile(join(folder, values["cookie-jar"]), cookies.join("; "));
  if (values.output) await writeFile(join(folder, values.output), await response.clone().bytes());
  return response;
}

async function readForm(fields: string[], folder: string): Promise<FormData> {
  const form = new FormData();
  for (const field of fields) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(field) ?? [];
    const [, path, type] = /^@([^;]+)(?:;type=(.+))?$/.exec(value) ?? [];
    if (path === undefined) form.set(name, value);
    else {
      const bytes = await readFile(join(folder, path));
      form.set(name, new Blob([bytes], { type: type ?? "" }), basename(path));
    }
  }
  return form;
}
