import Box from "@mui/material/Box";
import {
  brandForm,
  type BrandSettings,
  logoForm,
} from "../../../src/business/firm/brand/brand.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { changedFields } from "../../components/forms/changed-fields.ts";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { uploadForm } from "../../app/api-client/upload-form.ts";
import { FileField } from "../../components/field/file-field.tsx";
import { accentShades, accentWarnings } from "../../../src/business/firm/brand/accent.rule.ts";

interface BrandDialogProps {
  settings: BrandSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** Edits the brand; fields that are left empty use their defaults. */
export function BrandDialog({ settings, isOpen, onClose }: BrandDialogProps) {
  const form = useSchemaForm(brandForm, {
    name: settings.name ?? "",
    accent: settings.accent ?? "",
    senderName: settings.senderName ?? "",
    supportAddress: settings.supportAddress ?? "",
    termsUrl: settings.termsUrl ?? "",
    privacyUrl: settings.privacyUrl ?? "",
  });
  const { dirtyFields } = form.formState;
  const { failed } = useAdminOutcome();
  const save = trpc.admin.settings.brand.set.useMutation({
    onSuccess: reloadPage,
    onError: (error) => {
      form.showErrors(error);
      failed("Update failed", error);
    },
  });
  const accent = form.watch("accent")?.trim().toLowerCase() ?? "";
  return (
    <FormDialog
      title="Brand"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(changedFields(values, dirtyFields))}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <TextField
        label="Name"
        placeholder={settings.defaultName}
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
      <TextField
        label="Accent Colour"
        hint="Six hexadecimal digits. Shades that are readable in both themes are derived from it."
        placeholder="#2742d6"
        autoComplete="off"
        spellCheck={false}
        {...form.field("accent")}
      />
      {/^#[0-9a-f]{6}$/.test(accent) ? <AccentSample accent={accent} /> : null}
      <TextField
        label="Email Sender"
        hint="Shown in inboxes. Leave empty to use the firm’s name."
        autoComplete="off"
        {...form.field("senderName")}
      />
      <TextField
        label="Support"
        hint="An email or web address, linked from screens and emails that mention support."
        autoComplete="off"
        {...form.field("supportAddress")}
      />
      <TextField
        label="Terms"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        {...form.field("termsUrl")}
      />
      <TextField
        label="Privacy Policy"
        hint="Linked at sign-up."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        {...form.field("privacyUrl")}
      />
    </FormDialog>
  );
}

export function LogoDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const stop = useRef<AbortController>(undefined);
  const form = useSchemaForm(logoForm, { logo: undefined });
  const { failed } = useAdminOutcome();
  const upload = useMutation({
    mutationFn: (logo: File) => {
      stop.current = new AbortController();
      const data = new FormData();
      data.set("logo", logo);
      return uploadForm(
        {
          url: "/api/admin/settings/brand/logo",
          data,
          procedure: "admin.settings.brand.setLogo",
        },
        { signal: stop.current.signal },
      );
    },
    onSuccess: reloadPage,
    onError: (error) => {
      if (stop.current?.signal.aborted) return;
      form.showErrors(error);
      failed("Upload failed", error, "Failed to upload the logo");
    },
  });

  function cancel() {
    stop.current?.abort();
    onClose();
  }

  return (
    <FormDialog
      title="Upload Logo"
      isOpen={isOpen}
      onClose={cancel}
      form={form}
      onSubmit={({ logo }) => upload.mutateAsync(logo as File)}
      submitLabel="Upload"
      pendingLabel="Uploading..."
    >
      <FileField
        label="Logo"
        hint="PNG, JPEG or WebP, at most 512 kB. Shown 26 to 40 pixels high on light and dark backgrounds, so a square with its own background works best."
        accept="image/png,image/jpeg,image/webp"
        error={form.formState.errors.logo?.message}
        name="logo"
        onChange={(event) =>
          form.setValue("logo", event.target.files?.[0] as File, {
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
    </FormDialog>
  );
}

const themes = { light: "Light theme", dark: "Dark theme" } as const;

const uses = { text: "as text", buttons: "behind white text" };

/** Shows an accent in both themes, and warns if its contrast is too low. */
export function AccentSample({ accent }: { accent: string }) {
  return (
    <Box sx={{ mt: 2 }}>
      <Box sx={samplesLook}>
        {(["light", "dark"] as const).map((theme) => (
          <Box component="figure" key={theme} sx={{ ...sampleLook, ...variablesOf(accent, theme) }}>
            <Box component="span" sx={linkLook}>
              View payouts
            </Box>
            <Box component="span" sx={buttonLook}>
              Request
            </Box>
            <Box component="figcaption" sx={captionLook}>
              {themes[theme]}
            </Box>
          </Box>
        ))}
      </Box>
      <AccentWarnings accent={accent} />
    </Box>
  );
}

const samplesLook = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(13rem, 1fr))",
  gap: 1.5,
};
const sampleLook = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: 1,
  m: 0,
  px: 2,
  py: 1.75,
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-panel)",
  background: "var(--panel)",
};
const linkLook = { color: "var(--accent)", fontWeight: 550 };
const buttonLook = {
  px: 1.5,
  py: 0.75,
  borderRadius: "var(--radius)",
  background: "var(--accent-fill)",
  color: "var(--on-accent)",
  fontWeight: 550,
};
const captionLook = { flexBasis: "100%", fontSize: "var(--text-xs)", color: "text.secondary" };
const warningsLook = {
  display: "grid",
  gap: 0.5,
  mt: 1.5,
  mb: 0,
  paddingInlineStart: 2.25,
  color: "var(--orange)",
  fontSize: "var(--text-sm)",
};

function AccentWarnings({ accent }: { accent: string }) {
  const warnings = accentWarnings(accent);
  if (warnings.length === 0) return null;
  return (
    <Box component="ul" sx={warningsLook}>
      {warnings.map(({ theme, use, ratio, replacement }) => (
        <li key={`${theme} ${use}`}>
          {`${themes[theme]}: ${accent} ${uses[use]} has a contrast of ${ratio.toFixed(1)}, below the readable minimum of 4.5. ${replacement} is used instead.`}
        </li>
      ))}
    </Box>
  );
}

function variablesOf(accent: string, theme: "light" | "dark") {
  const shades = accentShades(accent, theme);
  return {
    colorScheme: theme,
    "--accent": shades.accent,
    "--accent-fill": shades.fill,
  };
}

/** Reloads the page, which contains the brand as of its last load. */
export function reloadPage() {
  window.location.reload();
}
