import { useTranslations } from 'use-intl'
import type { Unexpected } from '../../../../editor/draft/unexpected.ts'
import { Alert } from '../../../../ui/alert.tsx'

type Props = { unexpected: readonly Unexpected[]; onSeen(): void }

/**
 * What the server did not take, and why: it is no longer in the draft. And what one author deleted while another one
 * wrote in it: that stays.
 */
export function UnexpectedOutcomes({ unexpected, onSeen }: Props) {
  const t = useTranslations('editor.notTaken')
  if (unexpected.length === 0) return null
  const isRefused = unexpected.some(({ outcome }) => outcome === 'refused')
  const keys = new Set(unexpected.map(one => (one.outcome === 'refused' ? one.reason : one.outcome)))
  const sentences = [...keys].map(key => t(key)).join(' ')
  const seen = (
    <button className="btn second small" type="button" onClick={onSeen}>
      {t('seen')}
    </button>
  )
  if (isRefused)
    return (
      <Alert title={t('title')} below={seen}>
        {sentences}
      </Alert>
    )
  return (
    <div className="say" role="status">
      <div className="stack tight grow">
        <p>{sentences}</p>
        <div>{seen}</div>
      </div>
    </div>
  )
}
