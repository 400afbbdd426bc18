const address = { country: "uk", city: "London", street: "Mill Street", houseNumber: "12" };

const account = {
  balance: "102500.00",
  profitLoss: "2500.00",
  status: "active",
  payoutEnabled: true,
  login: "5002001",
  masterPassword: "k7#Tpx2v",
  server: "Propdesk-Live02",
  phase: "Phase 1",
  dailyDrawdownLimit: "5%",
  overallLossLimit: "10% / $10000",
  profitTarget: "$8000",
};

/** What somebody might send, for each call that takes a JSON body. */
export const requestExamples: Record<string, object> = {
  "POST /login": { email: "olivia.bennett@example.com", password: "correct horse", remember: true },
  "POST /register": {
    fullName: "Olivia Bennett",
    email: "olivia.bennett@example.com",
    password: "correct horse",
    ...address,
    privacyPolicyAgreed: true,
  },
  "POST /forgot-password": { email: "olivia.bennett@example.com" },
  "POST /reset-password": {
    token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE",
    password: "battery staple",
  },
  "PATCH /user/profile": { email: "olivia@example.com", ...address },
  "POST /user/change-password": {
    currentPassword: "correct horse",
    newPassword: "battery staple",
    confirmPassword: "battery staple",
  },
  "POST /user/payouts": {
    amount: "1250.00",
    paymentMethod: "paypal",
    paymentDetails: "olivia.bennett@example.com",
  },
  "POST /admin/login": { accessKey: "TOtOJ2MaYOWN-z4w80yiDVAk-ut372dAEwF47TkExJE" },
  "POST /admin/users": { fullName: "Olivia Bennett", email: "olivia.bennett@example.com" },
  "PATCH /admin/user/{id}": { fullName: "Olivia Bennett-Shaw" },
  "PATCH /admin/user/{id}/ban": { banned: true, banReason: "Trades copied between two accounts" },
  "POST /admin/user/{id}/account": account,
  "PATCH /admin/user/{id}/account": { status: "under-review", payoutEnabled: false },
  "PATCH /admin/payouts/{id}": { status: "rejected", adminNotes: "The bank details are missing" },
};
