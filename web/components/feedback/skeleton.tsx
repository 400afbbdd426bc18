import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** A line of text by default, which is as high as its surroundings' text. */
  shape?: "text" | "block" | "circle";
  width?: number | string;
  height?: number | string;
  className?: string;
}

/** Stands in the place of content that is loading, in its shape. */
export function Skeleton({ shape = "text", width, height, className = "" }: SkeletonProps) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]} ${className}`}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
