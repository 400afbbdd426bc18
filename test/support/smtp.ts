import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { waitUntil } from "./until.ts";

export interface MailServer {
  url: string;
  port: number;
  /** What it took, in the order of arrival. */
  mails: Email[];
  /** Waits for a mail with this subject, among the notices that come as well. */
  titled(subject: RegExp): Promise<Email>;
  /** Waits for `count` mails to arrive. */
  arrived(count: number): Promise<Email[]>;
  close(): Promise<void>;
}

export interface MailServerOptions {
  port?: number;
  user?: { name: string; password: string };
  /** What becomes of a mail that was sent whole; without it, the mail is taken. */
  judge?: (attempt: number, mail: Email) => Promise<Error | undefined>;
  /** The error for every sender address. */
  sender?: Error;
  /** Whether the line is dropped, without a word, after a mail was taken. */
  dropsTheLine?: () => boolean;
  /** What becomes of an address that is written to. */
  recipient?: SMTPServerOptions["onRcptTo"];
}

/** A refusal as SMTP knows it: 4xx for now, 5xx for ever. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A real mail server on this machine, that keeps what it gets. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", ...(options.user ? [] : ["AUTH"])],
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const { user } = options;
      if (username === user?.name && password === user?.password) done(null, { user: username });
      else done(new Error("No such user"));
    },
    onMailFrom: (_address, _session, done) => done(options.sender),
    ...(options.recipient && { onRcptTo: options.recipient }),
    onData(stream, session, done) {
      attempts += 1;
      const attempt = attempts;
      const receive = async () => {
        const mail = await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream)));
        const refused = await options.judge?.(attempt, mail);
        if (refused) throw refused;
        mails.push(mail);
        if (options.dropsTheLine?.()) endLine(session.id);
      };
      receive().then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  const endLine = (id: string) => {
    for (const connection of server.connections) if (connection.id === id) connection.close();
  };
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const credentials = options.user ? `${options.user.name}:${options.user.password}@` : "";
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    port,
    mails,
    async titled(subject) {
      const found = () => mails.find((mail) => subject.test(mail.subject ?? ""));
      await waitUntil(`a mail titled ${subject} arrives`, found);
      return found()!;
    },
    async arrived(count) {
      await waitUntil(`${count} mails arrive`, () => mails.length >= count);
      return mails;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
