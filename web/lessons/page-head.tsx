import type { ReactNode } from 'react'
import type { Page } from '../../contract/lessons.ts'
import { RichText } from '../ui/rich-text/rich-text.tsx'
import { PageMedia } from './page-media.tsx'
import { usePage } from './page-screen.ts'

/** The id of the heading. `aria-labelledby` of answers points to it. */
export const QUESTION = 'question'

type Props = {
  page: Page
  className: 'prose' | 'question'
  children?: ReactNode
}

/** The sound or film of a page, and its text. */
export function PageHead({ page, className, children }: Props) {
  const { lesson } = usePage()
  const html = page.textContent ?? ''
  return (
    <>
      <PageMedia of={page} autoPlay />
      <article className={className}>
        {/* When a page is turned, the focus moves to the heading, so every page needs one. */}
        {!/<h1\b/i.test(html) && (
          <h1 className="visually-hidden" id={QUESTION}>
            {lesson.title}
          </h1>
        )}
        <RichText html={html} headingId={QUESTION} />
        {children}
      </article>
    </>
  )
}
