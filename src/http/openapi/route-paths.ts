import type { ZodOpenApiPathsObject } from "zod-openapi";
import { routes } from "../routes.ts";
import { failures, guardFailures, keyFailures } from "./failures.ts";
import { keyParameter, takesKey } from "./key-parameter.ts";
import { describeCall, securityOf } from "./security.ts";

/** Returns the paths of the routes that are not procedures. */
export function routePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { name, rest, permission, ability, scope, operation } of routes) {
    if (!operation) continue;
    const { tag, errors, responses, description, parameters = [], ...documentation } = operation;
    const [method, path] = rest.split(" ") as [string, string];
    const isKeyed = takesKey(permission, method);
    const allParameters = [...parameters, ...(isKeyed ? [keyParameter] : [])];
    paths[path] = {
      [method.toLowerCase()]: {
        operationId: name.replaceAll(".", "-"),
        ...documentation,
        ...(allParameters.length > 0 && { parameters: allParameters }),
        ...describeCall(description, ability, scope),
        tags: [tag],
        security: securityOf({ permission, scope }),
        responses: {
          ...responses,
          ...guardFailures(permission),
          ...(isKeyed && keyFailures),
          ...failures(errors),
        },
      },
    };
  }
  return paths;
}
