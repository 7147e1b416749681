// Public tables by their headers and the types of their columns, and what is predicted in each. The cells are drawn.

/**
 * n number, w integers, i row numbers, c category, b yes or no, 0 zero or one, d date, t text that never repeats, m
 * mostly missing number.
 */
export type CellKind = 'n' | 'w' | 'i' | 'c' | 'b' | '0' | 'd' | 't' | 'm';

interface PublicTable {
  /** "name:kind", separated by semicolons; a name alone is a number. */
  readonly columns: string;
  readonly target: string;
  readonly header?: false;
}

export const PUBLIC: Readonly<Record<string, PublicTable>> = {
  titanic: {
    columns: 'PassengerId:i;Survived:0;Pclass:w;Name:t;Sex:c;Age;SibSp:w;Parch:w;Ticket:t;Fare;Cabin:t;Embarked:c',
    target: 'Survived',
  },
  'california housing': {
    columns:
      'longitude;latitude;housing_median_age;total_rooms;total_bedrooms;population;households;median_income;median_house_value;ocean_proximity:c',
    target: 'median_house_value',
  },
  'california of scikit-learn': {
    columns: 'MedInc;HouseAge;AveRooms;AveBedrms;Population;AveOccup;Latitude;Longitude;MedHouseVal',
    target: 'MedHouseVal',
  },
  'seoul bike': {
    columns:
      'Date:d;Rented Bike Count;Hour:w;Temperature(°C);Humidity(%);Wind speed (m/s);Visibility (10m);Dew point temperature(°C);Solar Radiation (MJ/m2);Rainfall(mm);Snowfall (cm);Seasons:c;Holiday:c;Functioning Day:b',
    target: 'Rented Bike Count',
  },
  pollution: {
    columns: 'No:i;year:w;month:w;day:w;hour:w;pm2.5;DEWP;TEMP;PRES;cbwd:c;Iws;Is;Ir',
    target: 'pm2.5',
  },
  'air quality': {
    columns:
      'Date:d;Time:w;CO(GT);PT08.S1(CO);NMHC(GT):m;C6H6(GT);PT08.S2(NMHC);NOx(GT);PT08.S3(NOx);NO2(GT);PT08.S4(NO2);PT08.S5(O3);T;RH;AH',
    target: 'C6H6(GT)',
  },
  'temperature of the United Kingdom': { columns: 'Tmean1;yday:w;x;y;h', target: 'Tmean1' },
  'horse colic': {
    columns: Array.from({ length: 28 }, (_, i) => `c${i + 1}${i === 2 ? ':i' : ':w'}`).join(';'),
    target: 'c23',
    header: false,
  },
  'auto-mpg': { columns: 'c1;c2:w;c3;c4;c5;c6;c7:w;c8:w;c9:t', target: 'c1', header: false },
  'auto-mpg with names': {
    columns: 'mpg;cylinders:w;displacement;horsepower;weight;acceleration;model year:w;origin:w;car name:t',
    target: 'mpg',
  },
  mintemp: { columns: 'Date:d;Temp', target: 'Temp' },
  'bike sharing by day': {
    columns:
      'instant:i;dteday:d;season:w;yr:0;mnth:w;holiday:0;weekday:w;workingday:0;weathersit:w;temp;atemp;hum;windspeed;casual;registered;cnt',
    target: 'cnt',
  },
  concrete: {
    columns:
      'Cement (component 1)(kg in a m^3 mixture);Blast Furnace Slag (component 2);Fly Ash (component 3);Water  (component 4);Superplasticizer (component 5);Coarse Aggregate;Fine Aggregate;Age (day):w;Concrete compressive strength(MPa, megapascals)',
    target: 'Concrete compressive strength(MPa, megapascals)',
  },
  wine: {
    columns:
      'fixed acidity;volatile acidity;citric acid;residual sugar;chlorides;free sulfur dioxide;total sulfur dioxide;density;pH;sulphates;alcohol;quality:w',
    target: 'quality',
  },
  student: {
    columns:
      'school:c;sex:c;age:w;address:c;Medu:w;Fedu:w;Mjob:c;reason:c;studytime:w;failures:w;paid:b;higher:b;famrel:w;freetime:w;health:w;absences:w;G1:w;G2:w;G3:w',
    target: 'G3',
  },
  abalone: {
    columns: 'Sex:c;Length;Diameter;Height;Whole weight;Shucked weight;Viscera weight;Shell weight;Rings:w',
    target: 'Rings',
  },
  communities: {
    columns:
      'state:w;county:w;communityname:t;fold:w;population;householdsize;racepctblack;agePct12t21;pctUrban;medIncome;pctWWage;PctPopUnderPov;RentMedian;MedRent;LemasPctOfficDrugUn;ViolentCrimesPerPop',
    target: 'ViolentCrimesPerPop',
  },
  superconductivity: {
    columns:
      'number_of_elements:w;mean_atomic_mass;wtd_mean_atomic_mass;entropy_atomic_mass;range_fie;std_Density;mean_Valence;wtd_std_Valence;critical_temp',
    target: 'critical_temp',
  },
  steel: {
    columns:
      'date:d;Usage_kWh;Lagging_Current_Reactive.Power_kVarh;Leading_Current_Reactive_Power_kVarh;CO2(tCO2);Lagging_Current_Power_Factor;Leading_Current_Power_Factor;NSM:w;WeekStatus:c;Day_of_week:c;Load_Type:c',
    target: 'Usage_kWh',
  },
  mnist: { columns: `digit:w;${Array.from({ length: 40 }, (_, i) => `p${i}:w`).join(';')}`, target: 'digit' },
  advertising: { columns: 'row:i;TV;radio;newspaper;sales', target: 'sales' },
  carseats: {
    columns: 'Sales;CompPrice;Income;Advertising;Population;Price;ShelveLoc:c;Age;Education:w;Urban:b;US:b',
    target: 'Sales',
  },
  'king county': {
    columns:
      'id:i;date:d;price;bedrooms:w;bathrooms;sqft_living;floors:w;waterfront:0;view:w;condition:w;grade:w;zipcode:w;lat;long',
    target: 'price',
  },
  diamonds: { columns: 'carat;cut:c;color:c;clarity:c;depth;table;price;x;y;z', target: 'price' },
  'forest fires': { columns: 'X:w;Y:w;month:c;day:c;FFMC;DMC;DC;ISI;temp;RH;wind;rain;area', target: 'area' },
  'bank marketing': {
    columns:
      'age:w;job:c;marital:c;education:c;default:b;balance;housing:b;loan:b;duration;campaign:w;pdays:w;poutcome:c;y:b',
    target: 'y',
  },
  'bank marketing, renamed': {
    columns: 'age:w;job:c;marital:c;default:b;balance;housing:b;loan:b;duration;campaign:w;poutcome:c;deposit:b',
    target: 'deposit',
  },
  'titanic of R': { columns: 'Class:c;Sex:c;Age:c;Survived:b', target: 'Survived' },
  'insurance charges': { columns: 'age:w;sex:c;bmi;children:w;smoker:b;region:c;charges', target: 'charges' },
  'telephone customers': {
    columns: 'customerID:t;gender:c;SeniorCitizen:0;tenure:w;Contract:c;MonthlyCharges;TotalCharges;Churn:b',
    target: 'Churn',
  },
  'loans of a club': {
    columns: 'loan_amnt;term:c;int_rate;grade:c;emp_length:c;annual_inc;purpose:c;loan_status:c',
    target: 'loan_status',
  },
  'hotel bookings': {
    columns: 'lead_time:w;avg_price_per_room;no_of_adults:w;room_type:c;booking_status:b',
    target: 'booking_status',
  },
  iris: { columns: 'sepal_length;sepal_width;petal_length;petal_width;class:c', target: 'class' },
  diabetes: { columns: 'Pregnancies:w;Glucose;BloodPressure;BMI;Age:w;Outcome:0', target: 'Outcome' },
  'weather of Austria': { columns: 'Datum:d;Temperatur;Luftdruck;Wind;Niederschlag', target: 'Niederschlag' },
  'videos and their numbers': {
    columns: 'video:t;category:c;views:w;likes:w;dislikes:w;comment_count:w',
    target: 'views',
  },
  'words of mails': { columns: 'word_count:w;char_count:w;links:w;spam:0', target: 'spam' },
  'staff of a firm': {
    columns: 'satisfaction;last_evaluation;number_project:w;left:0;promotion:0;sales:c;salary:c',
    target: 'left',
  },
};
