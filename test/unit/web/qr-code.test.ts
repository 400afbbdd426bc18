import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { encode } from "uqr";
import { expect, it } from "vitest";
import { QrCode } from "../../../web/features/second-factor/app-dialogs.tsx";

it("a QR code is drawn in rows from the top, and is not mirrored", () => {
  const text = "otpauth://totp/Propdesk:ada%40example.com?secret=JBSWY3DPEHPK3PXP";
  const markup = renderToStaticMarkup(createElement(QrCode, { text }));
  const drawn = new Set(Array.from(markup.matchAll(/M(\d+ \d+)h/g), ([, position]) => position));
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const rows = Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_column, x) => drawn.has(`${x} ${y}`)),
  );
  expect(rows).toEqual(data);
});
