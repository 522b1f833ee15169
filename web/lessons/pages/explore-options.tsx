import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../contract/pages/answer.ts'
import { exploreOptions as type } from '../../../contract/pages/explore-options.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazy, useLazy } from '../../ui/lazy.ts'
import { InterfaceText } from '../interface-text.tsx'
import { PageHead, QUESTION } from '../page-head.tsx'
import { PageMedia } from '../page-media.tsx'
import type { PageProps, PageScreen } from '../page-screen.ts'
import { answersOf } from './answers.ts'
import { useToggle } from './use-toggle.ts'
import './explore-options.css'

export const exploreOptions: PageScreen<string[]> = {
  type,
  Content: ExploreOptions,
  toFinish: (page, draft) =>
    answersOf(page).flatMap(({ id, avFilename }) => (avFilename && draft.includes(id) ? [avFilename] : [])),
}

function ExploreOptions({ page, draft, setDraft }: PageProps<string[]>) {
  const t = useTranslations('lesson')
  const toggle = useToggle(draft, setDraft)
  const answers = answersOf(page)
  const done = answers.filter(({ id }) => draft.includes(id)).length
  const hasDetails = answers.some(answer => answer.detailContent)
  useEffect(() => {
    if (hasDetails) void markdown.load()
  }, [hasDetails])
  return (
    <>
      <PageHead page={page} className="question">
        <p className="meta" id="how-many">
          <InterfaceText>{t('explored', { done, total: answers.length })}</InterfaceText>
        </p>
      </PageHead>
      <fieldset className="choices" aria-labelledby={QUESTION} aria-describedby="how-many">
        {answers.map((answer, index) => {
          const isOpen = draft.includes(answer.id)
          return (
            <div key={answer.id} className={isOpen ? 'explore is-open' : 'explore'}>
              <label className="choice">
                <input
                  type="checkbox"
                  checked={isOpen}
                  aria-expanded={isMore(answer) ? isOpen : undefined}
                  onChange={() => toggle(answer.id, index)}
                />
                <i />
                <b>{answer.text}</b>
                {isMore(answer) && <Icon name="down" />}
              </label>
              {isOpen && isMore(answer) && <Detail answer={answer} />}
            </div>
          )
        })}
      </fieldset>
    </>
  )
}

function isMore({ avFilename, detailContent, feedback }: Answer): boolean {
  return Boolean(avFilename || detailContent || feedback)
}

function Detail({ answer }: { answer: Answer }) {
  return (
    <div className="detail">
      <PageMedia of={answer} />
      {answer.detailContent && (
        <div className="prose">
          <Suspense>
            <Markdown source={answer.detailContent} />
          </Suspense>
        </div>
      )}
      {answer.feedback && <p>{answer.feedback}</p>}
    </div>
  )
}

type Source = { source: string }

/** Few pages have Markdown, so the parser is lazy. If it cannot be loaded, the text is shown as written. */
const markdown = lazy(() =>
  import('../markdown.tsx').then(
    ({ Markdown }) => Markdown,
    () => AsWritten,
  ),
)

function Markdown(props: Source) {
  const Shown = useLazy(markdown)
  return <Shown {...props} />
}

function AsWritten({ source }: Source) {
  return <p className="as-written">{source}</p>
}
