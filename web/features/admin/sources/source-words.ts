import type { ShopKind, SourceKind } from "../../../../src/business/decisions/orders/order.rule.ts";

/** Where the URL and the secret are entered at the vendor. */
export const setUpSteps: Readonly<Record<SourceKind, readonly string[]>> = {
  woocommerce: [
    "In WooCommerce, open Settings, Advanced, Webhooks, and add two active webhooks: one with the topic “Order created”, one with “Order updated”.",
    "Enter the URL as Delivery URL and the secret as Secret in both, and choose the newest API version.",
  ],
  stripe: [
    "In Stripe's Workbench, open Webhooks, and add a destination with the URL.",
    "Choose checkout.session.completed, checkout.session.async_payment_succeeded, charge.refunded, charge.dispute.created and charge.dispute.closed.",
    "Stripe shows a signing secret of its own: replace the secret here by it.",
  ],
  json: [
    "Let the shop send its orders by POST, signed as Standard Webhooks describe.",
    "Give its library the secret as it is, with whsec_.",
  ],
  sumsub: [
    "In Sumsub, add a webhook with the URL for applicantPending and applicantReviewed.",
    "Choose HMAC SHA256 as signature algorithm, and enter the secret.",
  ],
  veriff: [
    "In Veriff's integration settings, enter the URL for decisions and events.",
    "Veriff shows a shared secret key of its own: replace the secret here by it.",
  ],
};

/** The header with the signature. */
export const signatureHeaders: Readonly<Record<SourceKind, string>> = {
  woocommerce: "X-WC-Webhook-Signature",
  stripe: "Stripe-Signature",
  json: "webhook-signature",
  sumsub: "X-Payload-Digest",
  veriff: "X-HMAC-SIGNATURE",
};

const samples: Readonly<Record<ShopKind, object>> = {
  woocommerce: {
    id: 10042,
    status: "processing",
    currency: "USD",
    total: "499.00",
    date_paid_gmt: "2026-11-29T10:00:00",
    billing: { first_name: "Olivia", last_name: "Bennett", email: "olivia.bennett@example.com" },
    line_items: [{ name: "Challenge 100k", product_id: 1042, variation_id: 0, quantity: 1 }],
    refunds: [],
  },
  stripe: {
    type: "checkout.session.completed",
    created: 1_795_946_400,
    data: {
      object: {
        id: "cs_test_1042",
        mode: "payment",
        payment_status: "paid",
        payment_intent: "pi_1042",
        amount_total: 49_900,
        currency: "usd",
        customer_details: { email: "olivia.bennett@example.com", name: "Olivia Bennett" },
        metadata: { product: "challenge-100k" },
      },
    },
  },
  json: {
    type: "order.paid",
    order: {
      id: "10042",
      email: "olivia.bennett@example.com",
      fullName: "Olivia Bennett",
      currency: "USD",
      total: "499.00",
      items: [{ product: "challenge-100k", name: "Challenge 100k" }],
    },
  },
};

/** Returns a message with which the test box starts. */
export const sampleOf = (kind: ShopKind): string => JSON.stringify(samples[kind], null, 2);
