import type { Schema } from "./response-examples.ts";

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: object;
}

/** The checked fields of an operation. */
export interface DocumentedOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: ({ name: string; description?: string } | { $ref: string })[];
  requestBody?: { content?: Record<string, Content> };
  responses?: Record<string, { content?: Record<string, Content> } | undefined>;
}

const hasExample = ({ example, examples }: Content) =>
  example !== undefined || examples !== undefined;

/** Lists what an operation lacks, and where to add it. */
function missingFrom(operation: DocumentedOperation) {
  const { description, security, parameters = [], requestBody, responses = {} } = operation;
  const missing: string[] = [];
  if (!description) missing.push("a description: write `description` where the call is declared");
  if (!security) missing.push("the credentials that it accepts: declare a permission");
  for (const parameter of parameters) {
    if ("name" in parameter && !parameter.description)
      missing.push(
        `a description of \`${parameter.name}\`: write it in its schema or in parameter-descriptions.ts`,
      );
  }
  for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
    if (!hasExample(content))
      missing.push(
        `an example of its ${type} body: write \`example\` where the call is declared, or beside the schema in defineRoute`,
      );
  }
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith("2")) continue;
    for (const [type, content] of Object.entries(response?.content ?? {})) {
      if (!hasExample(content))
        missing.push(
          `an example of its ${type} response ${status}: write \`example\` beside the schema`,
        );
    }
  }
  return missing;
}

/**
 * Requires every call to document its purpose, the credentials that it accepts, its parameters, and examples of its
 * body and its responses.
 * @throws Error that lists everything that is missing and where to add it
 */
export function requireDocumentation(
  paths: Record<string, Record<string, DocumentedOperation> | undefined>,
): void {
  const errors = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations ?? {}).flatMap(([method, operation]) =>
      missingFrom(operation).map((what) => `${method.toUpperCase()} ${path} lacks ${what}`),
    ),
  );
  if (errors.length > 0)
    throw new Error(`The OpenAPI document is incomplete:\n${errors.join("\n")}`);
}
