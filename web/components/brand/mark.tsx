import { logo } from "../../app/document/page-meta.ts";

/** The firm's logo; by default a drawing of an account's curve between its profit target and its loss limit. */
export function Mark({ size = 28 }: { size?: number }) {
  if (logo)
    return (
      <img
        src={logo}
        height={size}
        alt=""
        style={{ maxInlineSize: "10rem", objectFit: "contain" }}
      />
    );
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent-fill)" />
      <g stroke="#fff" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M17 8.5h8M7 23.5h8" strokeOpacity=".55" />
        <path d="m8 17.5 5-2 4 2.5 7.5-6" />
      </g>
    </svg>
  );
}
