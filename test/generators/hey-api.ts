import { adminUsersList } from "./generated/hey-api/index.js";
import { client } from "./generated/hey-api/client.gen.js";
import { report } from "./report.js";

const { PROPDESK_API: baseUrl, TOKEN } = process.env;
client.setConfig({ baseUrl, auth: TOKEN });

const users = await adminUsersList({ query: { limit: 1 } });
const refused = await adminUsersList({ query: { limit: 0 } });
// @ts-expect-error ids are numbers
const id: string | undefined = users.data?.[0]?.id;
report({
  name: users.data?.[0]?.fullName,
  createdAt: users.data?.[0]?.createdAt,
  id,
  refusal: refused.error?.message,
});
