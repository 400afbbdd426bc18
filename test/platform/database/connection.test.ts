import { expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createDatabase } from "../../support/database.ts";
import { entities } from "../../../src/entities.ts";

it("the parameters of DATABASE_URL reach the driver", async () => {
  const { url, drop } = await createDatabase();
  const database = await connectDatabase(`${url}?application_name=named-by-the-url`, entities);
  onTestFinished(async () => {
    await database.orm.close(true);
    await drop();
  });
  const { rows } = await database.pool.query("show application_name");
  expect(rows).toEqual([{ application_name: "named-by-the-url" }]);
});
