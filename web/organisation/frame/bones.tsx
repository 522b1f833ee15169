/** The shape of the list while it is loaded. */
export function Bones({ label }: { label: string }) {
  return (
    <div className="bones" role="status" aria-label={label}>
      {[1, 2, 3, 4, 5].map(row => (
        <span className="skeleton" key={row} />
      ))}
    </div>
  )
}
