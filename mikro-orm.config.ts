import { ormOptions } from "./src/database/orm.ts";

/** For the MikroORM command line; the app reads its own configuration. */
export default { ...ormOptions(process.env.DATABASE_URL), logger: console.log };
