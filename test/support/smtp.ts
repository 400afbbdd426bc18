import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { waitUntil } from "./until.ts";

export interface MailServer {
  url: string;
  port: number;
  /** The accepted mails, in order of arrival. */
  mails: Email[];
  /** The number of connections so far. */
  connections(): number;
  /** Waits for a mail with this subject. */
  titled(subject: RegExp): Promise<Email>;
  /** Waits until `count` mails have arrived. */
  arrived(count: number): Promise<Email[]>;
  close(): Promise<void>;
}

export interface MailServerOptions {
  port?: number;
  user?: { name: string; password: string };
  /** Receives each complete mail, which is rejected if this returns an error. */
  judge?: (attempt: number, mail: Email) => Promise<Error | undefined>;
  /** Rejects every sender address with this error. */
  sender?: Error;
  /** Whether to close the connection after a mail was accepted, without a response. */
  dropsConnection?: () => boolean;
  /** Accepts or rejects each recipient. */
  recipient?: SMTPServerOptions["onRcptTo"];
}

/** Creates a rejection with an SMTP code: 4xx is temporary, 5xx is permanent. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Starts a mail server on loopback that records the mails it accepts. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = [];
  let attempts = 0;
  let connections = 0;
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
    onConnect(_session, done) {
      connections += 1;
      done();
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
        if (options.dropsConnection?.()) closeConnection(session.id);
      };
      receive().then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  const closeConnection = (id: string) => {
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
    connections: () => connections,
    async titled(subject) {
      const found = () => mails.find((mail) => subject.test(mail.subject ?? ""));
      await waitUntil(`a mail titled ${subject} has arrived`, found);
      return found()!;
    },
    async arrived(count) {
      await waitUntil(`${count} mails have arrived`, () => mails.length >= count);
      return mails;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
