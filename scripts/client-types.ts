import type { AnyTRPCProcedure } from "@trpc/server";
import type { z } from "zod";
import { procedures } from "../src/http/app-router.ts";

/** Which side of a schema to print: what callers send, or what they receive. */
type Side = "input" | "output";

type Def = {
  [Kind in z.core.$ZodType["_zod"]["def"]["type"]]: { type: Kind };
}[z.core.$ZodType["_zod"]["def"]["type"]] &
  z.core.$ZodTypeDef;

interface Parsers {
  inputs: z.core.$ZodType[];
  output: z.core.$ZodType | undefined;
}

const parsersOf = (procedure: AnyTRPCProcedure) => procedure._def as unknown as Parsers;

const heading = `import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";

interface Issue {
  path: (string | number)[];
  message: string;
}

/** The data of a \`TRPCClientError\`. */
export interface PropdeskErrorData {
  code: string;
  httpStatus: number;
  path?: string;
  /** All errors of an invalid input. */
  issues?: Issue[];
  isBanned?: true;
  banReason?: string | null;
  /** The current state, if the call was based on an outdated one. */
  current?: unknown;
  /** Seconds. */
  retryAfter?: number;
}

interface RootTypes {
  ctx: object;
  meta: object;
  errorShape: { message: string; code: number; data: PropdeskErrorData };
  transformer: true;
}

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>;
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>;
`;

interface Branch {
  [name: string]: Branch | string;
}

/**
 * Renders the type of the router without inference, which would require the server's code. Omits streams.
 * @throws Error for a schema of an unsupported kind, so that no call gets a wrong type
 */
export function renderClientTypes(): string {
  const root: Branch = {};
  for (const { name, procedure, meta } of procedures) {
    if (procedure._def.type === "subscription") continue;
    const path = name.split(".");
    const last = path.pop()!;
    let branch = root;
    for (const part of path) branch = (branch[part] ??= {}) as Branch;
    const summary = meta.openapi?.summary;
    branch[last] = `${summary ? `/** ${summary}. */ ` : ""}${last}: ${typeOf(name, procedure)}`;
  }
  return `${heading}\nexport type AppRouter = TRPCBuiltRouter<RootTypes, ${printBranch(root)}>;\n`;
}

function printBranch(branch: Branch): string {
  const lines = Object.entries(branch).map(([name, value]) =>
    typeof value === "string" ? value : `${name}: ${printBranch(value)}`,
  );
  return `{ ${lines.join("; ")} }`;
}

function typeOf(name: string, procedure: AnyTRPCProcedure): string {
  const { inputs, output } = parsersOf(procedure);
  if (!output) throw new Error(`${name} declares no output`);
  const kind = procedure._def.type === "query" ? "Query" : "Mutation";
  const [input] = inputs;
  try {
    return `${kind}<${input ? print(input, "input") : "void"}, ${print(output, "output")}>`;
  } catch (error) {
    throw new Error(`The types of ${name} cannot be written`, { cause: error });
  }
}

const union = (types: string[]) => [...new Set(types)].join(" | ");

function print(schema: z.core.$ZodType, side: Side): string {
  const { def } = schema._zod as unknown as { def: Def };
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "undefined":
    case "unknown":
    case "never":
      return def.type;
    case "date":
      return "Date";
    case "literal":
      return union(
        (def as z.core.$ZodLiteralDef<string>).values.map((value) => JSON.stringify(value)),
      );
    case "enum":
      return union(
        Object.values((def as z.core.$ZodEnumDef).entries).map((value) => JSON.stringify(value)),
      );
    case "array":
      return `(${print((def as z.core.$ZodArrayDef).element, side)})[]`;
    case "object":
      return printObject(def as z.core.$ZodObjectDef, side);
    case "record": {
      const { keyType, valueType } = def as z.core.$ZodRecordDef;
      return `Record<${print(keyType, side)}, ${print(valueType, side)}>`;
    }
    case "union":
      return union((def as z.core.$ZodUnionDef).options.map((option) => print(option, side)));
    case "nullable":
      return union([print((def as z.core.$ZodNullableDef).innerType, side), "null"]);
    case "optional":
      return union([print((def as z.core.$ZodOptionalDef).innerType, side), "undefined"]);
    case "default": {
      const inner = print((def as z.core.$ZodDefaultDef).innerType, side);
      return side === "input" ? union([inner, "undefined"]) : inner;
    }
    case "pipe": {
      const { in: from, out: to } = def as z.core.$ZodPipeDef;
      return print(side === "input" ? from : to, side);
    }
    case "transform":
      // The only transforms in outputs return amounts. `test/processes/scripts/pack-client.test.ts` compares all types.
      if (side === "output") return "string";
      break;
    default:
  }
  throw new Error(`A schema of the kind ${def.type} has no printed type`);
}

function printObject({ shape }: z.core.$ZodObjectDef, side: Side): string {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { optin, optout } = schema._zod;
    // Callers may leave out an "optional" field and a "defaulted" one; responses always contain the default.
    const isOptional = side === "input" ? optin !== undefined : optout === "optional";
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? "?" : ""}: ${print(schema, side)}`;
  });
  return `{ ${fields.join("; ")} }`;
}
