import styles from "./account-range.module.css";

const equity =
  "M-120 420 -96 408 -72 424 -48 396 -24 404 0 388 24 396 48 372 72 380 96 402 120 410 144 384 168 366 192 374 216 350 240 358 264 330 288 344 312 318 336 300 360 312 384 322 408 286 432 270 456 282 480 252 504 262 528 234 552 244 576 216";

/** Decoration: the equity of a month, between the loss limit and the profit target. */
export function AccountRange() {
  return (
    <svg
      className={styles.range}
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
      <path d="M-600 144H1400" className={styles.target} />
      <path d="M-600 480H1400" className={styles.floor} />
      <path d={equity} className={styles.equity} />
      <circle cx="576" cy="216" r="12" fill="#8ea0ff" fillOpacity=".2" />
      <circle cx="576" cy="216" r="4.5" fill="#c3ccff" />
      <text x="696" y="132" textAnchor="end" className={styles.word}>
        Profit target
      </text>
      <text x="696" y="502" textAnchor="end" className={styles.word}>
        Loss limit
      </text>
    </svg>
  );
}
