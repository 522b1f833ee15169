export function Bell() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.500 1.500h-15zM10 21h4M12 3v2" />
    </svg>
  )
}
