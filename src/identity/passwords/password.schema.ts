import { z } from "zod";
import { email, exactText } from "../../platform/fields/text.schema.ts";

const PASSWORD_LENGTH = { min: 8, max: 100 };

export const newPassword = exactText({
  ...PASSWORD_LENGTH,
  tooShort: "Password must be at least 8 characters",
  tooLong: "Password is too long",
});

/** The repeated password of a form. */
export const confirmPassword = exactText({ min: 1, tooShort: "Please confirm your password" });

/**
 * Reported together with issues of other fields; by default, zod compares the passwords only if all fields are valid.
 */
export const passwordMismatch: z.core.$ZodCustomParams = {
  error: "Passwords do not match",
  path: ["confirmPassword"],
  when: ({ issues }) =>
    issues.every(({ path }) => path && path.length > 0 && path[0] !== "confirmPassword"),
};

export const changePasswordInput = z
  .strictObject({
    currentPassword: exactText({ min: 1, tooShort: "Current password is required" }),
    newPassword: exactText({
      ...PASSWORD_LENGTH,
      tooShort: "New password must be at least 8 characters",
      tooLong: "New password is too long",
    }),
    confirmPassword,
  })
  .refine((form) => form.newPassword === form.confirmPassword, passwordMismatch);

export const forgotPasswordInput = z.strictObject({
  email: email("Please enter a valid email address"),
});

export const resetPasswordInput = z.strictObject({
  token: exactText({ min: 1, tooShort: "Invalid reset token" }),
  password: newPassword,
});

/** The screen requires eight characters in the second field, too. */
export const resetPasswordForm = resetPasswordInput
  .safeExtend({
    confirmPassword: exactText({
      min: PASSWORD_LENGTH.min,
      tooShort: "Password must be at least 8 characters",
    }),
  })
  .refine((form) => form.password === form.confirmPassword, passwordMismatch);
