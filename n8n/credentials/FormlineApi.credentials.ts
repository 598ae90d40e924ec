import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class FormlineApi implements ICredentialType {
  name = 'formlineApi';
  displayName = 'Formline API';
  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://….amazonaws.com/production',
      description: 'The address of the deployment',
    },
    {
      displayName: 'Secret Key',
      name: 'secretKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A secret key with the role admin, because the trigger creates and deletes a webhook',
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { authorization: '=Bearer {{$credentials.secretKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/webhooks', qs: { limit: 1 } },
  };
}
