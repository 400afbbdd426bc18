import { Link } from "@tanstack/react-router";
import type { Notice } from "../../../src/business/firm/notices/notice.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import styles from "./notices.module.css";

interface NoticeItemProps {
  notice: Notice;
  onRead: () => void;
}

export function NoticeItem({ notice, onRead }: NoticeItemProps) {
  const { subject, paragraphs, note, linkLabel, linkPath, at, readAt } = notice;
  return (
    <li className={styles.notice} data-unread={readAt === null ? "" : undefined}>
      <div className={styles.head}>
        <h2>
          {readAt === null ? <span className="visually-hidden">Unread: </span> : null}
          {subject}
        </h2>
        <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
      </div>
      {paragraphs.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the texts of a notice never change
        <p key={index}>{paragraph}</p>
      ))}
      {note ? <p className={styles.note}>{note}</p> : null}
      <div className={styles.actions}>
        {linkPath ? (
          <Link to={linkPath} onClick={readAt === null ? onRead : undefined}>
            {linkLabel}
          </Link>
        ) : null}
        {readAt === null ? (
          <TextButton aria-label={`Mark as read: ${subject}`} onClick={onRead}>
            Mark as read
          </TextButton>
        ) : null}
      </div>
    </li>
  );
}
