import type { ReactNode } from 'react'
import type { Page } from '../../contract/lessons.ts'
import { RichText } from '../ui/rich-text/rich-text.tsx'
import { PageMedia } from './page-media.tsx'
import { usePage } from './page-screen.ts'

/** Id of the heading that says what is asked: groups of answers are named by it. */
export const QUESTION = 'question'

type Props = {
  page: Page
  /** Something to read, or something to answer. */
  className: 'prose' | 'question'
  /** What the interface adds to the question. */
  children?: ReactNode
}

/** What every page may begin with: its sound or film and its text. */
export function PageHead({ page, className, children }: Props) {
  const { lesson } = usePage()
  const html = page.textContent ?? ''
  return (
    <>
      <PageMedia of={page} autoPlay />
      <article className={className}>
        {/* A page without a heading of its own still needs one to arrive at. */}
        {!/<h1\b/i.test(html) && (
          <h1 className="hush" id={QUESTION}>
            {lesson.title}
          </h1>
        )}
        <RichText html={html} headingId={QUESTION} />
        {children}
      </article>
    </>
  )
}
