/** In the place of a page: its heading, its text and two answers. */
export function PageSkeleton() {
  return (
    <>
      <span className="skeleton title" />
      <div className="stack tight">
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
      <span className="skeleton button" />
      <span className="skeleton button" />
    </>
  )
}
