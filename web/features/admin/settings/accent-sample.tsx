import Box from "@mui/material/Box";
import { accentShades, accentWarnings } from "../../../../src/business/office/brand/accent.rule.ts";

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
