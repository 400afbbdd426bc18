import { auditExport } from "./routes/audit-export.ts";
import { logoFile, logoUpload } from "./routes/brand-logo.ts";
import { ownCaseFile, traderCaseFile } from "./routes/case-file.ts";
import { certificateFile } from "./routes/certificate-file.ts";
import { certificateUpload } from "./routes/certificate-upload.ts";
import { liveness, readiness } from "./routes/health.ts";
import { demoStatement } from "./routes/demo-statement.ts";
import { documentRoute, apiReferenceRoutes } from "./api-reference.ts";
import { feed } from "./routes/feed.ts";
import { listExports } from "./routes/list-export.ts";
import { paymentCsv, paymentSepa } from "./routes/payment-export.ts";
import { statementFile } from "./routes/statement-file.ts";
import { statementUpload } from "./routes/statement-upload.ts";
import { ownTradesExport, tradesExport } from "./routes/trades-export.ts";
import type { Route, RouteDeclaration } from "./route.ts";

/** The routes that carry their handler. */
export const handledRoutes: Route[] = [
  certificateUpload,
  auditExport,
  certificateFile,
  feed,
  statementUpload,
  statementFile,
  demoStatement,
  ownTradesExport,
  tradesExport,
  paymentCsv,
  paymentSepa,
  ...listExports,
  ownCaseFile,
  traderCaseFile,
  logoUpload,
  logoFile,
];

/** All routes under `/api` that are not procedures. `registerHealth` and `registerDocs` serve the others. */
export const routes: RouteDeclaration[] = [
  ...handledRoutes,
  readiness,
  liveness,
  documentRoute,
  ...apiReferenceRoutes,
];
