import { adminUsersList } from "./generated/orval.js";
import { report } from "./report.js";

const headers = { Authorization: `Bearer ${process.env.TOKEN}` };
const users = await adminUsersList({ limit: 1 }, { headers });
if (users.status !== 200) throw new Error(users.data.message);
const refused = await adminUsersList({ limit: 0 }, { headers });
// @ts-expect-error ids are numbers
const id: string | undefined = users.data[0]?.id;
report({
  name: users.data[0]?.fullName,
  createdAt: users.data[0]?.createdAt,
  id,
  refusal: refused.status === 200 ? undefined : refused.data.message,
});
