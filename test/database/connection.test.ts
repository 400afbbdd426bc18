import { expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../src/database/database.ts";
import { makeDatabase } from "../support/database.ts";

it("what DATABASE_URL says behind the question mark reaches the driver", async () => {
  const { url, drop } = await makeDatabase();
  const database = await connectDatabase(`${url}?application_name=named-by-the-url`);
  onTestFinished(async () => {
    await database.orm.close(true);
    await drop();
  });
  const { rows } = await database.pool.query("show application_name");
  expect(rows).toEqual([{ application_name: "named-by-the-url" }]);
});
