import { expect, it } from "vitest";
import { describeDevice, networkOf } from "../../../../src/identity/sessions/device.ts";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Chrome on macOS",
  ],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("describes %j as %s", (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

it.each([
  ["203.0.113.7", "203.0"],
  ["::ffff:203.0.113.7", "203.0"],
  ["2001:db8:1:2::7", "2001:db8"],
  ["::1", ":"],
])("assigns %s to the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
