package adapter

const cloud = `AWS console!
console.aws.amazon.com *.console.aws.amazon.com
The region at the top right decides what is listed; IAM and billing are global.
The search at the top finds services and resources.
Tables show a page at a time and filter by property.
Creating costs money, and deleting is often final: names have to be typed to confirm.
Keys that are shown once must not be copied into notes or answers.

Google Cloud console!
console.cloud.google.com
The project at the top decides what is listed.
Panels open over the page and have their own Save or Create.
Operations run on after the page has answered: the bell shows how they end.
Enabling an API or creating resources may cost money.

Azure portal!
portal.azure.com
Pages open as blades to the right of each other; read the last one.
The directory and subscription filters decide what is listed.
Review + create checks first and creates with the next press.
Operations run on: the bell shows how they end.

Cloudflare!
dash.cloudflare.com
The account and then the domain are chosen first.
DNS changes act within seconds for everybody; Proxied and DNS only are different.
Tables of records are edited in place with Save.
Purging a cache and changing rules affect live traffic.

Vercel
vercel.com
Team and project are in the address.
Deployments list previews and production; Promote and Redeploy change what visitors see.
Logs load as they are scrolled.
Environment variables act from the next deployment on.

DigitalOcean!
cloud.digitalocean.com
Projects group droplets, databases and apps.
Sizes show their monthly price before Create.
Destroy is final and asks for the name.
Changes take some minutes; the page shows their progress.

WordPress admin
*.wordpress.com/wp-admin wordpress.com
The editor has blocks; Publish asks a second time in a panel at the right.
Save draft is seen by nobody else.
Lists have filters at the top and bulk actions.
Plugins and themes change the site for all visitors.

Shopify admin!
admin.shopify.com
Lists have tabs and filters that stay from the last visit; clear them first.
A bar at the top has Save and Discard while something is changed.
Refunding, fulfilling and mailing customers cannot be taken back.
Products may be active, draft or archived.`
