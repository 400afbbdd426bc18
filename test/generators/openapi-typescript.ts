import createClient from "openapi-fetch";
import type { paths } from "./generated/openapi-typescript.js";
import { report } from "./report.js";

const { PROPDESK_API: baseUrl, TOKEN } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${TOKEN}` } });

const users = await client.GET("/admin/users", { params: { query: { limit: 1 } } });
const refused = await client.GET("/admin/users", { params: { query: { limit: 0 } } });
// @ts-expect-error ids are numbers
const id: string | undefined = users.data?.[0]?.id;
report({
  name: users.data?.[0]?.fullName,
  createdAt: users.data?.[0]?.createdAt,
  id,
  refusal: refused.error?.message,
});
