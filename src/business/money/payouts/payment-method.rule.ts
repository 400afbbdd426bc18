/** Payment methods with their labels. */
export const paymentMethods = {
  bank: "Bank Transfer",
  paypal: "PayPal",
  crypto: "Cryptocurrency",
  skrill: "Skrill",
} as const;

export type PaymentMethod = keyof typeof paymentMethods;

export const paymentMethodCodes = Object.keys(paymentMethods) as [
  PaymentMethod,
  ...PaymentMethod[],
];
