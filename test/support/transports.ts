import type { LightMyRequestResponse } from "fastify";
import superjson from "superjson";
import { callOf, type Procedure, procedureInput, restRequest } from "./calls.ts";
import type { Browser } from "./http.ts";

/** The outcome of a call over either transport. */
export interface Outcome {
  status: number;
  /** The result or the fields of the error as JSON, with dates as ISO texts. */
  body: Record<string, unknown>;
  /** The message of an error. */
  message: string | undefined;
  answer: LightMyRequestResponse;
}

export interface Transport {
  name: "REST" | "tRPC";
  call(browser: Browser, procedure: Procedure, input?: Record<string, unknown>): Promise<Outcome>;
}

const rest: Transport = {
  name: "REST",
  async call(browser, procedure, input) {
    const answer = await browser.send(restRequest(callOf(procedure), input));
    const body = answer.json<Outcome["body"]>();
    const message = answer.statusCode >= 400 ? (body.message as string) : undefined;
    return { status: answer.statusCode, body, message, answer };
  },
};

interface Envelope {
  result?: { data: Parameters<typeof superjson.deserialize>[0] };
  error?: { json: { message: string; data: Outcome["body"] } };
}

const trpc: Transport = {
  name: "tRPC",
  async call(browser, procedure, input) {
    const call = callOf(procedure);
    const given = procedureInput(call, input);
    const sent =
      call.method === "GET" ? browser.query(procedure, given) : browser.mutate(procedure, given);
    const answer = await sent;
    const { result, error } = answer.json<Envelope>();
    const status = answer.statusCode;
    if (error) {
      const { message, data } = error.json;
      return { status, body: { ...data, message }, message, answer };
    }
    const data: unknown = superjson.deserialize(result!.data);
    const body = JSON.parse(JSON.stringify(data)) as Outcome["body"];
    return { status, body, message: undefined, answer };
  },
};

/** For tests that run over both REST and tRPC. */
export const transports: Transport[] = [rest, trpc];
