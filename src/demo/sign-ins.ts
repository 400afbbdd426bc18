import type { Context } from "../platform/context.ts";
import { verifyPassword } from "../identity/passwords/hash.ts";
import { isBanned } from "../identity/users/ban.rule.ts";
import { signInTraders } from "./sign-in-traders.ts";

export interface SignIn {
  email: string;
  password: string;
}

/** Returns the demo sign-ins that still work: the trader is not deleted or banned, and has the original password. */
export async function findWorkingSignIns({ database }: Context): Promise<SignIn[]> {
  const working: SignIn[] = [];
  for (const { email, password } of signInTraders) {
    const trader = await database.kysely
      .selectFrom("users")
      .select(["password", "banned"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (!trader || !password || isBanned(trader)) continue;
    if (await verifyPassword(trader.password, password)) working.push({ email, password });
  }
  return working;
}
