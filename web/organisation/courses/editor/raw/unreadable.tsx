import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getDraftText } from '../../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../../contract/organisation/edits.ts'
import { call } from '../../../../api.ts'
import { useQuery } from '../../../../queries/use-query.ts'
import { LoadFailed } from '../../../../ui/load-failed.tsx'

type Props = { name: string; text: string; digest: string; onChange(change: Change): void }

/** A file that cannot be read is shown as it is, never as if it were empty. */
export function Unreadable({ name, text, digest, onChange }: Props) {
  const t = useTranslations('editor')
  const [written, setWritten] = useState(text)
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
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
      <button
        className="btn"
        type="button"
        disabled={written === text}
        onClick={() => onChange({ op: 'text', name, from: digest, to: written })}
      >
        {t('unreadableTry')}
      </button>
    </section>
  )
}

type RawProps = { courseId: string; name: string; revision: number; onChange(change: Change): void }

/** The file of a page that no form can show whole. */
export function RawText({ courseId, name, revision, onChange }: RawProps) {
  const t = useTranslations('editor')
  const { data, error, refetch } = useQuery({
    queryKey: ['organisation', 'draft-text', courseId, name, revision],
    queryFn: async () => (await call(getDraftText, { params: { id: courseId }, query: { name } })).data,
  })
  if (data) return <Unreadable key={data.digest} name={name} {...data} onChange={onChange} />
  return error ? <LoadFailed error={error} text={t('error')} onRetry={() => void refetch()} /> : null
}
