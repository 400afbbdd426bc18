import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** By default a line of text, as high as the surrounding text. */
  shape?: "text" | "block" | "circle";
  width?: number | string;
  height?: number | string;
  className?: string;
}

/** A placeholder in the shape of content that is loading. */
export function Skeleton({ shape = "text", width, height, className = "" }: SkeletonProps) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]} ${className}`}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
