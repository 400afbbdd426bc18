import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registration, startApp, type TestApp } from "../support/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

describe("registration and sign-in", () => {
  it("registers, answers the user, and is signed in from then on", async () => {
    const olivia = test.visitor();
    const sent = registration({ email: "  Olivia@Example.com " });
    const answer = await olivia.post("/api/register", sent);
    expect(answer.statusCode).toBe(201);
    const { password: _, ...shown } = sent;
    expect(answer.json()).toMatchObject({ ...shown, email: "olivia@example.com" });
    expect((await olivia.get("/api/user")).json()).toEqual(answer.json());
  });

  it("answers a wrong password and an unknown email alike", async () => {
    const trader = await test.trader();
    const wrong = { email: trader.email, password: "wrong" };
    const unknown = { email: "nobody@example.com", password: PASSWORD };
    for (const body of [wrong, unknown]) {
      const answer = await test.visitor().post("/api/login", body);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ message: "Email or password is incorrect." });
    }
  });
});
