/**
 * SQL of the login of a stage at the platform: the account's while the stage is open, kept when it ends. Requires
 * `stages` and `trading_accounts` in the statement.
 */
export const stageLogin = ofStage("login");
/** SQL of the server of that login. */
export const stageServer = ofStage("server");

function ofStage(column: "login" | "server"): string {
  return `case when stages.ended_at is null then trading_accounts.${column} else stages.${column} end`;
}

/**
 * SQL of the balance with which an account came from the stage before, if it kept its login; `null` otherwise. Requires
 * the same tables.
 */
export const carriedBalance = `case when stages.carried_login = ${stageLogin} then stages.carried_balance end`;
