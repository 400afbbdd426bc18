import type { CSSProperties } from "react";
import { accentShades, accentWarnings } from "../../../src/business/firm/brand/accent.rule.ts";
import styles from "./settings.module.css";

const themes = { light: "Light theme", dark: "Dark theme" } as const;

const uses = { text: "as text", buttons: "behind white text" };

/** Shows an accent in both themes, and warns if its contrast is too low. */
export function AccentSample({ accent }: { accent: string }) {
  return (
    <div className={styles.accent}>
      <div className={styles.samples}>
        {(["light", "dark"] as const).map((theme) => (
          <figure key={theme} className={styles.sample} style={variablesOf(accent, theme)}>
            <span className={styles.sampleLink}>View payouts</span>
            <span className={styles.sampleButton}>Request</span>
            <figcaption>{themes[theme]}</figcaption>
          </figure>
        ))}
      </div>
      <AccentWarnings accent={accent} />
    </div>
  );
}

function AccentWarnings({ accent }: { accent: string }) {
  const warnings = accentWarnings(accent);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {warnings.map(({ theme, use, ratio, replacement }) => (
        <li key={`${theme} ${use}`}>
          {`${themes[theme]}: ${accent} ${uses[use]} has a contrast of ${ratio.toFixed(1)}, below the readable minimum of 4.5. ${replacement} is used instead.`}
        </li>
      ))}
    </ul>
  );
}

function variablesOf(accent: string, theme: "light" | "dark"): CSSProperties {
  const shades = accentShades(accent, theme);
  return {
    colorScheme: theme,
    "--accent": shades.accent,
    "--accent-fill": shades.fill,
  } as CSSProperties;
}
