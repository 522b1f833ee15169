import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '../../../../contract/calls/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { FileButton } from '../../../ui/fields/file-button.tsx'
import { OrgIcon } from '../../frame/org-icon.tsx'
import { Problem } from '../../frame/problem.tsx'
import { Paste, type PastedText } from './paste.tsx'

const ENDINGS = '.zip,.docx,.md,.markdown,.txt,.gift,.xml,.h5p,.html,.htm'

type Props = {
  error: ApiError | undefined
  pasted: PastedText
  onPasted(pasted: PastedText): void
  onFile(file: File): void
}

/** A file that can become a course, chosen or dropped, or a pasted text. */
export function ChooseCourse({ error, pasted, onPasted, onFile }: Props) {
  const t = useTranslations('courseFiles')
  const [isOver, setIsOver] = useState(false)
  const [isMany, setIsMany] = useState(false)
  return (
    <>
      {error && !isMany && <Refused error={error} />}
      {isMany && <Alert title={t('oneFile')} />}
      <section
        aria-label={t('choose')}
        className={isOver ? 'drop-zone over' : 'drop-zone'}
        onDragOver={event => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={event => {
          event.preventDefault()
          setIsOver(false)
          const [file, ...others] = event.dataTransfer.files
          setIsMany(others.length > 0)
          if (file && others.length === 0) onFile(file)
        }}
      >
        <span className="badge teal">
          <OrgIcon name="upload" />
        </span>
        <FileButton className="btn" accept={ENDINGS} onFile={onFile}>
          {t('choose')}
        </FileButton>
        <p className="meta wide-only">{t('orDrop')}</p>
        <p className="meta">{t('kinds')}</p>
        <p className="meta">{t('nothingYet')}</p>
      </section>
      <Paste value={pasted} onChange={onPasted} onFile={onFile} />
    </>
  )
}

/** The server says in the language of the reader why a file is refused. */
function Refused({ error }: { error: ApiError }) {
  const t = useTranslations('courseFiles')
  if (error.code !== 'courses/bad-file') return <Problem of={{ isBusy: false, error }} />
  return (
    <Alert title={t('badFile')}>
      <bdi>{error.message}</bdi>
    </Alert>
  )
}
