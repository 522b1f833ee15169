import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getDraftText } from '../../../../../contract/organisation/drafts.ts'
import { call } from '../../../../api.ts'
import { writeStored } from '../../../../browser/stored.ts'
import type { OpenedDraft } from '../../../../editor/draft/open-draft.ts'
import { keyOf, readDraft } from '../../../../outbox/drafts/drafts.ts'
import { useQuery } from '../../../../queries/use-query.ts'
import { LoadFailed } from '../../../../ui/load-failed.tsx'

type Props = { opened: OpenedDraft; name: string; text: string; digest: string }

/** `seen`: the digest of the file that its author saw. */
type Written = { text: string; seen: string; isSent: boolean }

/** A file that cannot be read is shown as its source, never as an empty form. */
export function Unreadable({ opened, name, text, digest }: Props) {
  const t = useTranslations('editor')
  const key = keyOf({ uid: opened.uid, path: ['course', opened.courseId, 'raw', name] })
  const [written, setWritten] = useState<Written | undefined>(() => storedIn(opened, name))
  // A written text stays until it is sent, even if the file changes meanwhile. The server does not let it replace a
  // text that its author has not seen.
  const own = written?.isSent && written.seen !== digest ? undefined : written

  function write(next: string) {
    const seen = own?.seen ?? digest
    setWritten({ text: next, seen, isSent: false })
    // `saveDraft` would store nothing while the preview is shown.
    writeStored(key, JSON.stringify([next, seen]))
  }

  async function send({ text: to, seen }: Written) {
    setWritten({ text: to, seen, isSent: true })
    await opened.replaceText(name, { text, digest: seen }, to)
    writeStored(key, undefined)
  }

  return (
    <section className="card stack">
      <h2 tabIndex={-1} data-heading="">
        {t('unreadable')}
      </h2>
      <p className="meta">{t('unreadableLead')}</p>
      <textarea
        className="input source"
        dir="ltr"
        rows={16}
        spellCheck={false}
        aria-label={t('unreadable')}
        value={own?.text ?? text}
        onChange={({ target }) => write(target.value)}
      />
      <button
        className="btn"
        type="button"
        disabled={!own || own.isSent || own.text === text}
        onClick={() => own && void send(own)}
      >
        {t('unreadableTry')}
      </button>
    </section>
  )
}

function storedIn({ uid, courseId }: OpenedDraft, name: string): Written | undefined {
  const [text, seen] = [readDraft({ uid, path: ['course', courseId, 'raw', name] }) ?? []].flat()
  return text === undefined || seen === undefined ? undefined : { text, seen, isSent: false }
}

type RawProps = { opened: OpenedDraft; name: string; revision: number }

/** The source of the lesson file, for a page that no form can show completely. */
export function RawText({ opened, name, revision }: RawProps) {
  const t = useTranslations('editor')
  const { courseId } = opened
  const { data, error, refetch } = useQuery({
    queryKey: ['organisation', 'draft-text', courseId, name, revision],
    queryFn: async () => (await call(getDraftText, { params: { id: courseId }, query: { name } })).data,
    keepsPrevious: true,
  })
  if (data) return <Unreadable key={name} {...{ opened, name }} {...data} />
  return error ? <LoadFailed error={error} text={t('error')} onRetry={() => void refetch()} /> : null
}
