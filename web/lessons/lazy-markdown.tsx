import { lazy } from 'react'

type Props = { source: string }

let loading: Promise<{ default: (props: Props) => React.ReactNode }> | undefined

/** Few pages have Markdown, so the parser is lazy. If it cannot be loaded, the text is shown as written. */
export function loadMarkdown() {
  loading ??= import('./markdown.tsx').then(
    ({ Markdown }) => ({ default: Markdown }),
    () => ({ default: AsWritten }),
  )
  return loading
}

export const Markdown = lazy(loadMarkdown)

function AsWritten({ source }: Props) {
  return <p className="as-written">{source}</p>
}
