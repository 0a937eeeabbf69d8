/** The logo: a lamp in the window of a lookout tower, with the name beside it. */
export function WordMark() {
  return (
    <span className="word-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path className="word-mark-window" d="M6 28V14a10 10 0 0 1 20 0v14M3 28.5h26" />
        <path
          className="word-mark-lamp"
          d="M16 9.5c3.6 3.9 5.2 6.5 5.2 9.1a5.2 5.2 0 0 1-10.4 0c0-2.6 1.6-5.2 5.2-9.1z"
        />
      </svg>
      Vigia
    </span>
  );
}
