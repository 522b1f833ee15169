import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'
import { PercentBar } from '../../ui/progress.tsx'
import { EditIcon } from '../edit-icon.tsx'
import { type ChosenPicture, choosePicture, type PictureTrouble, type PictureUse } from './prepare-picture.ts'

type Props = {
  use: PictureUse
  /** Sends what only the server may be able to read. */
  onUnreadable(file: File, onShare: (share: number) => void): Promise<void>
  onChosen(chosen: ChosenPicture): void
}

type State = { share?: number; trouble?: PictureTrouble | ApiError }

/** The camera of a phone, or a file. What cannot be used is said at once. */
export function ChoosePicture({ use, onUnreadable, onChosen }: Props) {
  const t = useTranslations('pictures')
  const [{ share, trouble }, setState] = useState<State>({})
  const hasCamera = matchMedia('(pointer: coarse)').matches

  async function choose(file: File) {
    setState({})
    const chosen = await choosePicture(file, use)
    if (typeof chosen === 'string') return setState({ trouble: chosen })
    if (chosen.is !== 'unreadable') return onChosen(chosen)
    try {
      await onUnreadable(file, sent => setState({ share: sent }))
    } catch (error) {
      setState({ trouble: error instanceof ApiError ? error : new ApiError('internal') })
    }
  }

  if (share !== undefined) {
    return (
      <div role="status">
        <p>{t('sending')}</p>
        <PercentBar percent={Math.floor(share * 100)} label={t('sending')} />
      </div>
    )
  }
  return (
    <>
      {trouble && (typeof trouble === 'string' ? <Alert title={t(trouble)} /> : <RefusedFile error={trouble} />)}
      {hasCamera && <PictureButton label={t('camera')} isCamera onFile={file => void choose(file)} />}
      <PictureButton label={t('fromFile')} onFile={file => void choose(file)} />
      <p className="meta">{t(use === 'icon' ? 'iconKinds' : 'kinds')}</p>
    </>
  )
}

/** The server says why a file cannot be used, in the language of the author. */
export function RefusedFile({ error }: { error: ApiError }) {
  const t = useTranslations('pictures')
  if (error.code === 'courses/bad-file')
    return (
      <Alert title={t('refused')}>
        <bdi>{error.message}</bdi>
      </Alert>
    )
  return <Alert title={t(error.status === 0 || error.status >= 500 ? 'needsNetwork' : 'failed')} />
}

type ButtonProps = { label: string; isCamera?: boolean; onFile(file: File): void }

function PictureButton({ label, isCamera = false, onFile }: ButtonProps) {
  const accept = isCamera ? 'image/*' : 'image/jpeg,image/png,image/webp,image/heic,image/svg+xml,.heic,.svg'
  return (
    <FileButton className={isCamera ? 'btn' : 'btn second'} {...{ accept, isCamera, onFile }}>
      <EditIcon name={isCamera ? 'camera' : 'picture'} />
      {label}
    </FileButton>
  )
}
