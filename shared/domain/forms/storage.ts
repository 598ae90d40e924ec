import type { Fault } from '../../fault.ts';
import type { Form } from './form.ts';

/** The regions of AWS that a form's `region` stands for. Those in London and Zurich are not in the European Union. */
const regions: Readonly<Record<'us' | 'eu', RegExp>> = {
  us: /^us-(east|west)-\d$/,
  eu: /^(eu-central-1|eu-north-1|eu-south-[12]|eu-west-[13]|eusc-de-east-1)$/,
};

/**
 * What of a form's storage this deployment does not carry out. It keeps everything in its own buckets, in its own region.
 *
 * @param deployedTo the region of the deployment, as AWS calls it
 */
export function unsupportedStorage({ storage }: Pick<Form, 'storage'>, deployedTo: string): Fault[] {
  const { mode, bucket, region = 'global' } = storage ?? {};
  const faults: Omit<Fault, 'rule'>[] = [];
  if (mode === 'owner') {
    const message =
      'a bucket of your own is not supported yet; `platform` keeps files and archives in the bucket of the deployment';
    faults.push({ field: 'storage.mode', message });
  } else if (bucket !== undefined) {
    const message = 'with the mode `platform` there is no other bucket than that of the deployment; leave it out';
    faults.push({ field: 'storage.bucket', message });
  }
  if (region !== 'global' && !regions[region].test(deployedTo)) {
    const message = `this deployment keeps everything in ${deployedTo}; leave it out, or send global`;
    faults.push({ field: 'storage.region', message });
  }
  return faults.map(fault => ({ ...fault, rule: 'not_supported' }));
}
