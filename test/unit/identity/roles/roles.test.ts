import { describe, expect, it } from "vitest";
import {
  abilities,
  type Ability,
  abilityNames,
  describeRequiredRole,
  mayDo,
  requireAbility,
  roleNames,
  rolesWith,
} from "../../../../src/identity/roles/roles.rule.ts";

describe("the roles", () => {
  it("give owners every ability", () => {
    expect(abilityNames.filter((ability) => !mayDo("owner", ability))).toEqual([]);
  });

  it("give support nothing that changes the firm's records, and no secrets", () => {
    const may = abilityNames.filter((ability) => mayDo("support", ability));
    const others = may.filter((ability) => !ability.endsWith(".read"));
    expect(others.toSorted()).toEqual(["notes.write", "self.manage", "views.keep"]);
  });

  it.each([
    { ability: "self.manage", roles: ["owner", "risk", "payouts", "support"] },
    { ability: "team.manage", roles: ["owner"] },
    { ability: "tokens.manage", roles: ["owner"] },
    { ability: "webhooks.manage", roles: ["owner"] },
    { ability: "traders.delete", roles: ["owner"] },
    { ability: "credentials.use", roles: ["owner", "risk"] },
    { ability: "payouts.details", roles: ["owner", "payouts"] },
    { ability: "payouts.decide", roles: ["owner", "payouts"] },
    { ability: "reviews.decide", roles: ["owner", "risk"] },
  ] satisfies { ability: Ability; roles: string[] }[])("$ability is for $roles", (row) => {
    expect(rolesWith(row.ability)).toEqual(row.roles);
  });

  it("never reserve reading for fewer roles than changing the same records", () => {
    for (const ability of abilityNames) {
      const reading = ability.replace(/\.(write|decide|delete|manage)$/, ".read") as Ability;
      if (!Object.hasOwn(abilities, reading)) continue;
      expect(rolesWith(reading)).toEqual(expect.arrayContaining(rolesWith(ability)));
    }
  });

  it("are named in the error message", () => {
    expect(describeRequiredRole("team.manage")).toBe("This requires the role owner");
    expect(() => requireAbility("support", "payouts.decide")).toThrow(
      "This requires the role owner or payouts; yours is support",
    );
    for (const role of roleNames) expect(() => requireAbility(role, "team.read")).not.toThrow();
  });
});
