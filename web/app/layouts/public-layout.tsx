import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { Mark } from "../../components/brand/mark.tsx";
import { ThemeSwitch } from "../../theme/theme-switch.tsx";
import { keepFocus } from "../document/keep-focus.ts";
import { firmName, privacyUrl, supportUrl, termsUrl } from "../document/page-meta.ts";

const legalLinks = Object.entries({
  Terms: termsUrl,
  Privacy: privacyUrl,
  Support: supportUrl,
}).filter(([, url]) => url);

const wide = "@media (width >= 1024px)";

/** The screens before sign-in: a form on the left, the firm's picture on the right. Keeps the focus as pages do. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const router = useRouter();

  useEffect(() => {
    if (!main.current) return undefined;
    // Each route has a layout of its own, so the link that led here is gone. The first page was opened without one.
    const isFirst = router.state.resolvedLocation === undefined;
    if (!isFirst && document.activeElement === document.body)
      main.current.focus({ preventScroll: true });
    return keepFocus(main.current);
  }, [router]);

  return (
    <Box
      sx={{
        flex: 1,
        display: "grid",
        [wide]: { gridTemplateColumns: "minmax(32rem, 5fr) 6fr" },
      }}
    >
      <Box
        sx={{
          display: "flex",
          flexDirection: "column",
          minWidth: 0,
          p: "1rem var(--page-gutter) 3rem",
        }}
      >
        <Box component="header" sx={{ alignSelf: "flex-end" }}>
          <ThemeSwitch />
        </Box>
        <Box
          component="main"
          ref={main}
          tabIndex={-1}
          sx={{
            width: "100%",
            maxWidth: "28rem",
            m: "1.5rem auto auto",
            [wide]: { mt: "clamp(1.5rem, 9vh, 6rem)" },
          }}
        >
          <Box sx={{ display: "flex", alignItems: "center", gap: 1.75, mb: 4 }}>
            <Mark size={40} />
            <div>
              <Typography variant="h1">{firmName}</Typography>
              <Typography color="textSecondary">Proprietary Trading Firm</Typography>
            </div>
          </Box>
          {children}
        </Box>
        {legalLinks.length > 0 ? (
          <Box
            component="footer"
            sx={{ display: "flex", flexWrap: "wrap", justifyContent: "center", gap: 2.5, mt: 4 }}
          >
            {legalLinks.map(([label, url]) => (
              <Link
                key={label}
                href={url}
                variant="body2"
                color="textSecondary"
                underline="hover"
                sx={{ py: 0.25 }}
              >
                {label}
              </Link>
            ))}
          </Box>
        ) : null}
      </Box>
      <Box
        sx={{
          position: "sticky",
          top: 0,
          display: "none",
          height: "100dvh",
          background: "#0f1116",
          overflow: "hidden",
          [wide]: { display: "grid" },
        }}
      >
        <AccountRange />
      </Box>
    </Box>
  );
}

interface PublicTitleProps {
  title: string;
  /** What the form below is for. */
  children: ReactNode;
}

/** The title of a form before sign-in. */
export function PublicTitle({ title, children }: PublicTitleProps) {
  return (
    <Box sx={{ mb: 2.5 }}>
      <Typography component="h2" variant="body1" sx={{ fontSize: "1rem", fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography component="div" color="textSecondary" sx={{ mt: 0.5 }}>
        {children}
      </Typography>
    </Box>
  );
}

const equity =
  "M-120 420 -96 408 -72 424 -48 396 -24 404 0 388 24 396 48 372 72 380 96 402 120 410 144 384 168 366 192 374 216 350 240 358 264 330 288 344 312 318 336 300 360 312 384 322 408 286 432 270 456 282 480 252 504 262 528 234 552 244 576 216";

/** Decoration: the equity of a month, between the loss limit and the profit target. */
function AccountRange() {
  const level = { fill: "none", stroke: "#fff", strokeOpacity: 0.4 };
  const word = {
    x: 696,
    textAnchor: "end",
    fill: "#fff",
    fillOpacity: 0.6,
    fontSize: 11.5,
  } as const;
  return (
    <svg
      width="100%"
      height="100%"
      viewBox="0 0 720 600"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <defs>
        <pattern id="range-grid" width="48" height="48" patternUnits="userSpaceOnUse">
          <path d="M48 0H0V48" fill="none" stroke="#fff" strokeOpacity=".045" />
        </pattern>
        <linearGradient id="range-glow" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#5a72ff" stopOpacity=".22" />
          <stop offset="1" stopColor="#5a72ff" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect x="-600" y="-600" width="2400" height="1800" fill="url(#range-grid)" />
      <path d={`${equity}V480H-120Z`} fill="url(#range-glow)" />
      <path d="M-600 144H1400" {...level} strokeDasharray="5 6" />
      <path d="M-600 480H1400" {...level} />
      <path d={equity} fill="none" stroke="#8ea0ff" strokeWidth={2} strokeLinejoin="round" />
      <circle cx="576" cy="216" r="12" fill="#8ea0ff" fillOpacity=".2" />
      <circle cx="576" cy="216" r="4.5" fill="#c3ccff" />
      <text y="132" {...word}>
        Profit target
      </text>
      <text y="502" {...word}>
        Loss limit
      </text>
    </svg>
  );
}
